/** A query as it stands in an address: a parameter with several values once for each. */
export const search = (query: Record<string, string | number | readonly (string | number)[]>) =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, values]) => [values].flat().map((value) => [name, `${value}`])),
  )
