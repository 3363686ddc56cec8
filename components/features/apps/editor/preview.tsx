"use client";

import { useTranslations } from "next-intl";
import type { ArrangedProps } from "./arranging";
import { DraftTalk } from "./draft-talk";

/** The draft as its users would meet it. */
export function Preview(props: ArrangedProps) {
  const t = useTranslations("apps-editor.preview");
  return (
    <DraftTalk
      {...props}
      bar={() => <p className="shrink-0 border-b bg-subtle px-5 py-2 text-center text-fg-3 text-xs">{t("note")}</p>}
    />
  );
}
