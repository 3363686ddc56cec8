"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { renamedNode } from "@/lib/features/apps/workflow/copying";
import { takenIds } from "@/lib/features/apps/workflow/edit";
import { NODE_ID_MAX } from "@/lib/features/apps/workflow/limits";
import { useFlow } from "./flow-context";

/** What references call a node by. Another one that nobody has is taken when the field is left, and references follow. */
export function NodeIdField({ id }: { id: string }) {
  const t = useTranslations("apps-flow.panel");
  const { store } = useFlow();
  const [typed, setTyped] = useState(id);
  const isFree = typed === id || (typed !== "" && !takenIds(store.root()).has(typed));
  const handleBlur = () => {
    if (typed === id || !isFree) {
      setTyped(id);
      return;
    }
    const { path, open, selected } = store.get();
    store.commit((root) => renamedNode(root, id, typed));
    store.patch({
      path: path.map((one) => (one === id ? typed : one)),
      open: open === id || open === null ? typed : open,
      selected: new Set([...selected].map((one) => (one === id ? typed : one))),
    });
  };
  return (
    <input
      aria-label={t("id")}
      aria-invalid={!isFree || undefined}
      data-tooltip={t("idHint")}
      value={typed}
      maxLength={NODE_ID_MAX}
      spellCheck={false}
      onChange={(event) => setTyped(event.target.value.replace(/[^A-Za-z0-9_-]/g, ""))}
      onBlur={handleBlur}
      onKeyDown={(event) => {
        if (event.key === "Enter") event.currentTarget.blur();
      }}
      className={`block h-6 w-full truncate rounded-xs bg-transparent font-mono text-xs outline-offset-1 hover:bg-muted ${isFree ? "text-fg-3" : "text-danger-ink"}`}
    />
  );
}
