import { render } from 'preact'
import '../look/look.css'
import './desk.css'
import { Desk } from './desk.tsx'

render(<Desk />, document.getElementById('app')!)
