import { render } from 'preact'
import { boundMarksOfTexts } from '../shared/look/bound-marks.ts'
import { Admin } from './admin.tsx'
import '../shared/look/look.css'
import '../shared/look/dialog.css'
import '../shared/look/table.css'
import '../shared/settings/settings.css'
import '../shared/settings/reminders.css'
import '../shared/settings/quiet-hours.css'
import './admin.css'

boundMarksOfTexts()
render(<Admin />, document.getElementById('app')!)
