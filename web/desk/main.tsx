import { render } from 'preact'
import { boundMarksOfTexts } from '../shared/look/bound-marks.ts'
import { Desk } from './desk.tsx'
import '../shared/look/look.css'
import './desk.css'
import './verdict/verdict.css'
import './kiosk.css'
import './person/person.css'
import '../shared/visits/visit-row.css'
import './day/visit-list.css'
import '../shared/lists/lists.css'

boundMarksOfTexts()
render(<Desk />, document.getElementById('app')!)
