import { render } from 'preact'
import '../look/look.css'
import '../look/dialog.css'
import '../look/table.css'
import '../settings/settings.css'
import '../settings/reminders.css'
import '../settings/quiet-hours.css'
import './admin.css'
import { boundMarksOfTexts } from '../look/bound-marks.ts'
import { Admin } from './admin.tsx'

boundMarksOfTexts()
render(<Admin />, document.getElementById('app')!)
