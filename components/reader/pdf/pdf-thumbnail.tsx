"use client";

import { useRef } from "react";
import { usePage, usePicture } from "./use-page";
import type { OpenPdf } from "./use-pdf";

/** A page in small. */
export function PdfThumbnail({ open, number, width }: { open: OpenPdf | null; number: number; width: number }) {
  const picture = useRef<HTMLSpanElement>(null);
  const { page } = usePage(open, number);
  usePicture(picture, page, width);
  return <span ref={picture} className="relative block size-full bg-white" />;
}
