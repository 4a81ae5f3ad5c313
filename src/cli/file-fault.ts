const reasons: Record<string, string> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'is inside a file, not a folder',
  EACCES: 'is not accessible to this user',
}

/** Explains an error of the file system that the operator can correct. Returns undefined for any other error. */
export function fileFault({ code = '', path }: NodeJS.ErrnoException): string | undefined {
  const reason = reasons[code]
  if (path === undefined || reason === undefined) return undefined
  return `${path} ${reason}. Check the path, and that its folder exists.`
}
