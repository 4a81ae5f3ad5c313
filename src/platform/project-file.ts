import { fileURLToPath } from 'node:url'

/** Returns the path of a file or folder of the project, such as `web/dist`. This module and the bundle in `bin/dist/` are two folders
 *  deep, so one relative path serves both. */
export const projectFile = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
