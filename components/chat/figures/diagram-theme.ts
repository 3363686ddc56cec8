const SERIES = [1, 2, 3, 4, 5, 6].map((n) => `--chart-${n}`);

/**
 * The page's tokens as sRGB for a drawing library that computes with colours and knows neither `oklch` nor variables:
 * a painted pixel tells what a token is.
 */
function colours(): (token: string) => string {
  const style = getComputedStyle(document.documentElement);
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const painter = canvas.getContext("2d", { willReadFrequently: true });
  return (token) => {
    if (!painter) return "#808080";
    painter.fillStyle = style.getPropertyValue(token);
    painter.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = painter.getImageData(0, 0, 1, 1).data;
    return `#${[red, green, blue].map((value) => value.toString(16).padStart(2, "0")).join("")}`;
  };
}

/** Mermaid's variables (theme "base") in the page's tokens, of the look the page has now. */
export function diagramTheme(isDark: boolean): Record<string, string | boolean> {
  const colour = colours();
  const [ink, quiet, line, ground] = [
    colour("--fg-1"),
    colour("--fg-3"),
    colour("--border-strong"),
    colour("--background"),
  ];
  const [soft, softLine, note] = [colour("--primary-soft"), colour("--primary-line"), colour("--muted")];
  const series = SERIES.map(colour);
  const many = (name: string, count: number, first = 0) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`${name}${index + first}`, series[index % series.length] ?? ""]),
    );
  return {
    darkMode: isDark,
    fontSize: "14px",
    background: ground,
    primaryColor: soft,
    primaryBorderColor: softLine,
    primaryTextColor: ink,
    secondaryColor: note,
    secondaryBorderColor: line,
    secondaryTextColor: ink,
    tertiaryColor: ground,
    tertiaryBorderColor: line,
    tertiaryTextColor: ink,
    lineColor: quiet,
    textColor: ink,
    titleColor: ink,
    noteBkgColor: note,
    noteBorderColor: line,
    noteTextColor: ink,
    edgeLabelBackground: ground,
    pieStrokeColor: ground,
    pieOuterStrokeColor: line,
    pieTitleTextColor: ink,
    pieLegendTextColor: ink,
    pieSectionTextColor: ground,
    pieOpacity: "1",
    ...many("pie", 12, 1),
    ...many("cScale", 12),
    ...Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`cScaleLabel${index}`, ground])),
    ...many("git", 8),
  };
}
