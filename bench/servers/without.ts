// Loaded into a server with --import. Turns off the optimisation that WITHOUT names.
import { optimisations } from '../../src/optimisations.ts'

optimisations[process.env.WITHOUT as keyof typeof optimisations] = false
