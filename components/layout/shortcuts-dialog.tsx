"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { Switch } from "@/components/ui/switch";
import { readStored, STORED, writeStored } from "@/lib/client/stored";

const SHORTCUTS = [
  { key: "search", keys: ["mod", "K"] },
  { key: "menu", keys: ["mod", "B"] },
  { key: "source", keys: ["mod", "\\"] },
  { key: "newChat", keys: ["mod", "Shift", "O"] },
  { key: "save", keys: ["mod", "S"] },
  { key: "send", keys: ["Enter"] },
  { key: "newLine", keys: ["Shift", "Enter"] },
  { key: "commands", keys: ["/"] },
  { key: "files", keys: ["@"] },
  { key: "editLast", keys: ["↑"] },
  { key: "stop", keys: ["Esc"] },
  { key: "steps", keys: ["Alt", "↑", "↓"] },
  { key: "find", keys: ["mod", "F"] },
  { key: "zoom", keys: ["mod", "+", "−", "0"] },
  { key: "rows", keys: ["↑", "↓", "Space", "Enter"] },
  { key: "tree", keys: ["←", "→", "Home", "End"] },
  { key: "place", keys: ["Alt", "↑", "↓", "←", "→"] },
  { key: "split", keys: ["Alt", "Enter"] },
  { key: "merge", keys: ["mod", "Alt", "↑", "↓"] },
  { key: "gap", keys: ["A", "F"] },
  { key: "flow", keys: ["N", "C", "P"] },
  { key: "flowFit", keys: ["Shift", "1"] },
  { key: "undo", keys: ["mod", "Z"] },
  { key: "list", keys: ["?"] },
] as const;

/** The list of shortcuts (design 8), and the switch for those of a single key (WCAG 2.1.4). */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("nav.shortcuts");
  const [single, setSingle] = useState(() => readStored(STORED.singleKeys) !== "off");
  const mod = /mac|iphone|ipad/i.test(navigator.userAgent) ? "⌘" : "Ctrl";
  const handleSingle = (on: boolean) => {
    setSingle(on);
    writeStored(STORED.singleKeys, on ? null : "off");
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t("title")} size="small">
        <dl className="mt-1 text-sm">
          {SHORTCUTS.map(({ key, keys }) => (
            <div key={key} className="flex min-h-9 items-center justify-between gap-4 border-b last:border-b-0">
              <dt className="text-fg-2">{t(key)}</dt>
              <dd className="flex shrink-0 gap-1">
                {keys.map((name) => (
                  <Kbd key={name}>{name === "mod" ? mod : name}</Kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        <div className="mt-3 flex items-center justify-between gap-4">
          <label htmlFor="single-keys" className="text-sm">
            {t("singleKeys")}
            <span className="block text-xs text-fg-3">{t("singleKeysHint")}</span>
          </label>
          <Switch id="single-keys" checked={single} onCheckedChange={handleSingle} />
        </div>
      </DialogContent>
    </Dialog>
  );
}
