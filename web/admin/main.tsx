import { render } from 'preact'
import '../look/look.css'
import '../look/dialog.css'
import '../look/table.css'
import '../settings/settings.css'
import '../settings/reminders.css'
import '../settings/quiet-hours.css'
import './admin.css'
import { Admin } from './admin.tsx'

render(<Admin />, document.getElementById('app')!)
