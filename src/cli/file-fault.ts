const explanations: Record<string, string> = {
  ENOENT: 'does not exist. Check the path, and that its folder exists.',
  ENOTDIR: 'is inside a file, not a folder. Check the path.',
  EACCES: 'is not accessible to this user. Check the permissions of the file and its folders.',
}

/** Explains an error of the file system that the operator can correct. Returns undefined for any other error. */
export function fileFault({ code = '', path }: NodeJS.ErrnoException): string | undefined {
  const explanation = explanations[code]
  return path === undefined || explanation === undefined ? undefined : `${path} ${explanation}`
}
