import { render } from 'preact'
import '../look/look.css'
import '../look/dialog.css'
import '../look/table.css'
import './console.css'
import './tabs.css'
import './work/work.css'
import './work/worklist.css'
import './work/entry.css'
import './work/entry-words.css'
import './work/work-actions.css'
import '../lists/lists.css'
import { boundMarksOfTexts } from '../look/bound-marks.ts'
import { Console } from './console.tsx'

boundMarksOfTexts()
render(<Console />, document.getElementById('app')!)
