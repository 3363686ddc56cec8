/** Distance between two marks, pixels. */
const TILE = { width: 300, height: 190 };

const escaped = (text: string) => text.replace(/[<>&"']/g, (symbol) => `&#${symbol.charCodeAt(0)};`);

/** A tile with the text aslant, as the address of a picture. */
export function watermarkTile(text: string): string {
  const { width, height } = TILE;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><text x="20" y="${height - 40}" font-family="sans-serif" font-size="14" transform="rotate(-22 ${width / 2} ${height / 2})">${escaped(text)}</text></svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
}

/**
 * Who looks and when, over a panel: seen in pictures of the screen, in the way of nobody. A mask over the text colour, so
 * that it fits light and dark.
 */
export function Watermark({ text }: { text: string }) {
  return (
    <div
      aria-hidden
      data-watermark
      className="pointer-events-none absolute inset-0 z-(--z-subpage) select-none bg-fg opacity-[0.07]"
      style={{ maskImage: watermarkTile(text), WebkitMaskImage: watermarkTile(text) }}
    />
  );
}
