const PREFIX = "width:";

/** Widths of panels people chose, pixels, kept in this browser. */
export function readWidth(name: string): number | null {
  try {
    const width = Number(window.localStorage.getItem(PREFIX + name));
    return Number.isFinite(width) && width > 0 ? width : null;
  } catch {
    return null;
  }
}

export function saveWidth(name: string, width: number): void {
  try {
    window.localStorage.setItem(PREFIX + name, String(width));
  } catch {
    // Storage refused: the width holds for this visit.
  }
}
