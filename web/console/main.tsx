import { render } from 'preact'
import '../look/look.css'
import '../look/dialog.css'
import '../look/table.css'
import './console.css'
import './work/work.css'
import '../lists/lists.css'
import { Console } from './console.tsx'

render(<Console />, document.getElementById('app')!)
