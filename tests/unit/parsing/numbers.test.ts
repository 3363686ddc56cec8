import { formatNumber, formatWords } from "@/lib/parsing/worker/xlsx/format";

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
  [0.5, "# ?/?", "1/2"],
  [-0.001, "0.0", "0.0"],
  [61, "yyyy-mm-dd", "1900-03-01"],
  [45678.123, "mm:ss", "57:07"],
  [12, 'General"件"', "12件"],
  [1 / 3, "General", "0.333333333"],
  [11010519491231, "General", "11010519491231"],
  [11010519491231, 'General"号"', "11010519491231号"],
  [12345.6, '[>=10000]0.0,"k";0', "12.3k"],
  [5000, '[>=10000]0.0,"k";0', "5000"],
  [-1, '[>=10000]0.0,"k";0', "-1"],
  [12345, '0!.0,"万"', "1.2万"],
  [-5, "[红色]-0.0;[颜色10]0.0", "5.0"],
  [-1234.5, "#,##0.00_);[Red](#,##0.00)", "(1,234.50)"],
  [0, '_ ¥* #,##0.00_ ;_ ¥* -#,##0.00_ ;_ ¥* "-"??_ ;_ @_ ', "¥-"],
  [1234.5, "[$€-407] #,##0.00", "€ 1,234.50"],
  [3, '0.00"元"/"件"', "3.00元/件"],
  [45678, "aaaa", "星期二"],
  [45678, "[$-804]aaa;@", "周二"],
  [45678, "yyyy-mm-dd ddd", "2025-01-21 Tue"],
  [45678.75, '上午/下午h"时"mm"分"', "下午6时00分"],
  [45678, '[$-409]mmmm" "d, yyyy', "January 21, 2025"],
  [1.25, "# ??/??", "1  1/4"],
  [3.1, "# ?/8", "3 1/8"],
  // The library alone makes 10000 98/99, 100 1/1 and nothing of these.
  [9999.99, "# ??/??", "9999 98/99"],
  [99.995, "# ?/?", "100"],
  [1234.5, "#,##0 ?/?", "1,234 1/2"],
  [12345, "##0.0E+0", "12.3E+3"],
  [100.5, "[mm]:ss", "144720:00"],
  [5551234, "[<=9999999]###-####;(###) ###-####", "555-1234"],
  [3, ";;;", ""],
];

/** Codes that have no right way to show the number. */
const RAW: [number, string][] = [
  [-1, "yyyy-mm-dd"],
  [-0.5, "[h]:mm"],
  [2958466, "yyyy-mm-dd"],
  [75, "[<50]0;[<60]0.0"],
  [5, "[not a code"],
];

it.each(CASES)("shows %d under %s as %s, as a spreadsheet does", (value, code, shown) => {
  expect(formatNumber(value, code, false)).toBe(shown);
});

it.each(RAW)("shows %d plainly where %s cannot show it", (value, code) => {
  expect(formatNumber(value, code, false)).toBe(String(value));
});

it("counts days from 1904 where a workbook does, and only in dates", () => {
  expect(formatNumber(44216, "yyyy-mm-dd", true)).toBe("2025-01-21");
  expect(formatNumber(44216, "0.0", true)).toBe("44216.0");
});

it.each([
  ["101", '@"室"', "101室"],
  ["x", "General", "x"],
  ["x", "#,##0.00_);(#,##0.00);_(@_)", "x"],
  ["x", ";;;", ""],
])("shows %s under %s as %s", (words, code, shown) => {
  expect(formatWords(words, code)).toBe(shown);
});
