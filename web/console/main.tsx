import { render } from 'preact'
import { boundMarksOfTexts } from '../shared/look/bound-marks.ts'
import { Console } from './console.tsx'
import '../shared/look/look.css'
import '../shared/look/dialog.css'
import '../shared/look/table.css'
import './console.css'
import './work/work.css'
import './work/worklist.css'
import './work/entry.css'
import '../shared/lists/lists.css'

boundMarksOfTexts()
render(<Console />, document.getElementById('app')!)
