import { lazily } from '../loading/lazily.tsx'
import type { SignInProps } from './sign-in.tsx'

/** The sign-in, which a page with a session does not load. */
export const SignIn = lazily<SignInProps>(
  async () => [(await import('./sign-in.tsx')).SignIn, {}],
  <main class="sign-in" aria-busy="true" />,
)
