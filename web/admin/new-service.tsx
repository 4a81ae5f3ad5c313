import type { SessionControl } from '../access/use-session.ts'

export const NewService = (_props: { control: SessionControl; token: string }) => <main />
