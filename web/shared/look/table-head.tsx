import type { ComponentChildren } from 'preact'

/** The heading of a table. */
export const TableHead = ({ columns }: { columns: ComponentChildren[] }) => (
  <thead>
    <tr>
      {columns.map((title, index) => (
        <th key={index} scope="col">
          {title}
        </th>
      ))}
    </tr>
  </thead>
)
