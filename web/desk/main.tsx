import { render } from 'preact'
import '../look/look.css'
import './desk.css'
import './verdict.css'
import './kiosk.css'
import './person.css'
import '../visit-list/visit-row.css'
import './visit-list.css'
import '../lists/lists.css'
import { boundMarksOfTexts } from '../look/bound-marks.ts'
import { Desk } from './desk.tsx'

boundMarksOfTexts()
render(<Desk />, document.getElementById('app')!)
