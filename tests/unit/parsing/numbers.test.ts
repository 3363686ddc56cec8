import { formatNumber } from "@/lib/parsing/worker/xlsx/format";

const CASES: [number, string, string][] = [
  [0.125, "0.0%", "12.5%"],
  [1234567.891, "#,##0.00", "1,234,567.89"],
  [-5, "#,##0;(#,##0)", "(5)"],
  [45678, "yyyy-mm-dd", "2025-01-21"],
  [45678.5, "yyyy/m/d h:mm", "2025/1/21 12:00"],
  [0.75, "h:mm AM/PM", "6:00 PM"],
  [1.5, "[h]:mm", "36:00"],
  [1e20, "General", "1E+20"],
  [0.30000000000000004, "General", "0.3"],
  [45678, 'yyyy"年"m"月"d"日"', "2025年1月21日"],
  [1234.5, "[$¥-804]#,##0.00", "¥1,234.50"],
  [12345, "0.00E+00", "1.23E+04"],
  [5, "000", "005"],
  [1500000, '0.0,,"M"', "1.5M"],
  [0, '0;-0;"-"', "-"],
  [1.005, "0.00", "1.01"],
  [0.5, "# ?/?", "0.5"],
  [-0.001, "0.0", "0.0"],
  [61, "yyyy-mm-dd", "1900-03-01"],
  [45678.123, "mm:ss", "57:07"],
];

it.each(CASES)("shows %d under %s as %s, as a spreadsheet does", (value, code, shown) => {
  expect(formatNumber(value, code, false)).toBe(shown);
});
