import { render } from 'preact'
import { boundMarksOfTexts } from '../shared/look/bound-marks.ts'
import { AccountPage } from './account-page.tsx'
import '../shared/look/look.css'
import './account.css'

boundMarksOfTexts()
render(<AccountPage />, document.getElementById('app')!)
