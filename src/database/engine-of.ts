/** Which engine an address is of: the embedded one, unless it names PostgreSQL. */
export const isPostgres = (url: string) => /^postgres(ql)?:/.test(url)
