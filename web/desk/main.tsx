import { render } from 'preact'
import '../look/look.css'
import './desk.css'
import './verdict.css'
import './kiosk.css'
import './person.css'
import '../visit-list/visit-row.css'
import './visit-list.css'
import '../lists/lists.css'
import { Desk } from './desk.tsx'

render(<Desk />, document.getElementById('app')!)
