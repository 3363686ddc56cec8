// Addresses of the cells of a sheet.

/** Row and column from 0. */
export interface CellPlace {
  row: number;
  column: number;
}

/** The place of an address such as `C12`; null for anything else. */
export function placeOf(address: string | undefined): CellPlace | null {
  const found = /^([A-Z]{1,3})(\d{1,7})$/.exec(address ?? "");
  if (!found) return null;
  const [, letters = "", digits] = found;
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return { row: Number(digits) - 1, column };
}

/** Letters of a column, from 0: A, Z, AA. */
export function columnName(column: number): string {
  let name = "";
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26))
    name = String.fromCharCode(65 + ((left - 1) % 26)) + name;
  return name;
}

export const addressOf = ({ row, column }: CellPlace) => `${columnName(column)}${row + 1}`;
