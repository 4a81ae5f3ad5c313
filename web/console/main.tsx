import { render } from 'preact'
import '../look/look.css'
import './console.css'
import './work.css'
import '../lists/lists.css'
import { Console } from './console.tsx'

render(<Console />, document.getElementById('app')!)
