import { formatCode, formatNumber, formatWords } from "@/lib/parsing/worker/xlsx/format";

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

/** What ECMA-376 part 1 defines: formats by their number alone (18.8.30) and what its signs do (18.8.31). */
const DAY = 45678.7709;
const BY_NUMBER: [number, number, string][] = [
  [0, 1234.5678, "1234.5678"],
  [1, 1234.5678, "1235"],
  [4, 1234.5678, "1,234.57"],
  [9, 0.285, "29%"],
  [11, 1234.5678, "1.23E+03"],
  [13, 5.25, "5  1/4"],
  [15, DAY, "21-Jan-25"],
  [17, DAY, "Jan-25"],
  [18, DAY, "6:30 PM"],
  [21, DAY, "18:30:06"],
  [39, -1234.5678, "-1,234.57"],
  [45, DAY, "30:06"],
  [46, 1.5278, "36:40:02"],
  [48, 1234.5678, "1.2E+3"],
  // As they are in Chinese.
  [14, DAY, "2025/1/21"],
  [27, DAY, "2025年1月"],
  [28, DAY, "1月21日"],
  [30, DAY, "1-21-25"],
  [31, DAY, "2025年1月21日"],
  [33, DAY, "18时30分06秒"],
  [34, DAY, "下午6时30分"],
  [54, DAY, "1月21日"],
  [56, DAY, "下午6时30分06秒"],
  [57, DAY, "2025年1月"],
];

it.each(BY_NUMBER)("knows format %d by its number: %d", (id, value, shown) => {
  expect(formatNumber(value, formatCode(id, new Map()), false)).toBe(shown);
});

it.each([
  [1234.59, "####.#", "1234.6"],
  [8.9, "#.000", "8.900"],
  [0.631, "0.#", "0.6"],
  [1234.568, "#.0#", "1234.57"],
  [102.65, "???.???", "102.65"],
  [12000, "#,", "12"],
  [12200000, "0.0,,", "12.2"],
  [120, "[Red][<=100];[Blue][>100]", "120"],
  [-125.74, '$0.00" Surplus";$-0.00" Shortage"', "$-125.74 Shortage"],
  [DAY, "m/mm/mmm/mmmm/mmmmm", "1/01/Jan/January/J"],
  [DAY, "d/dd/ddd/dddd", "21/21/Tue/Tuesday"],
  [DAY, "h:mm:ss.00", "18:30:05.76"],
  [DAY, "h:mm A/P", "6:30 P"],
  [0.0435, "[mm]:ss", "62:38"],
  [0.00058, "[ss].00", "50.11"],
  [12200000, "#0.0E+0", "12.2E+6"],
  [5, "*-0", "5"],
  // Numerals of a script and years of an era are told as the number they are.
  [123, "[DBNum1]General", "123"],
  [45678, "[DBNum1]yyyy年m月d日", "2025年1月21日"],
  [45678, "[$-411]ggge年", "2025年"],
])("shows %d under %s as the standard has it", (value, code, shown) => {
  expect(formatNumber(value, code, false)).toBe(shown);
});
