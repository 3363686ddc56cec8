"use client";

import { useTranslations } from "next-intl";

/** Nothing is loaded from anywhere, whatever the page asks for. Our own policy holds in the frame too. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:";

/** HTML or SVG of an answer in a locked frame: no scripts, no forms, no origin, no network (SECURITY XS-06). */
export function PagePreview({ source }: { source: string }) {
  const t = useTranslations("chat.markdown");
  return (
    <iframe
      sandbox=""
      referrerPolicy="no-referrer"
      title={t("previewFrame")}
      srcDoc={`<!doctype html><meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta charset="utf-8">${source}`}
      className="block h-96 w-full resize-y bg-white"
    />
  );
}
