"use client";

import QRCode from "qrcode";
import { useMemo } from "react";

/** Modules of white around the code, without which scanners do not find it. */
const QUIET = 4;

/** A QR code drawn as one path; always dark on white, also in the dark look. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { modules } = QRCode.create(text, { errorCorrectionLevel: "M" });
    const parts: string[] = [];
    for (let row = 0; row < modules.size; row++) {
      for (let column = 0; column < modules.size; column++) {
        if (modules.get(row, column)) parts.push(`M${column + QUIET} ${row + QUIET}h1v1h-1z`);
      }
    }
    return { size: modules.size + 2 * QUIET, path: parts.join("") };
  }, [text]);
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className="size-48 rounded-md border bg-white">
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
