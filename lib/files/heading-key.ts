/** A heading as it is compared: in any width and case, with or without its star, unit and blanks. */
export function headingKey(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\(.*?\)/g, "")
    .replace(/[*\s_-]/g, "");
}
