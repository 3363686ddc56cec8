"use client";

import { useTranslations } from "next-intl";
import { type ReactElement, useState } from "react";
import { LazyMessages } from "@/components/common/lazy-messages";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { COMPARED_MAX, COMPARED_MIN } from "@/lib/conversation/limits";
import type { ChatModelDto } from "@/lib/features/chat/dto";

interface CompareMenuProps {
  trigger: ReactElement;
  models: readonly ChatModelDto[];
  chosen: readonly string[];
  onChange: (modelIds: string[]) => void;
}

/** Two to four models the next question goes to at once (spec B5). Mounted by the press that asked for it. */
export function CompareMenu({ trigger, ...rest }: CompareMenuProps) {
  const [open, setOpen] = useState(true);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>{trigger}</PopoverTrigger>
      <PopoverContent align="start" side="top" className="max-h-[60dvh] w-72 overflow-y-auto p-2">
        <LazyMessages areas={["chat-more"]}>
          <Choices {...rest} onDone={() => setOpen(false)} />
        </LazyMessages>
      </PopoverContent>
    </Popover>
  );
}

function Choices({ models, chosen, onChange, onDone }: Omit<CompareMenuProps, "trigger"> & { onDone: () => void }) {
  const t = useTranslations("chat-more.compare");
  const [draft, setDraft] = useState(chosen);
  const toggle = (id: string, isOn: boolean) => setDraft(isOn ? [...draft, id] : draft.filter((each) => each !== id));
  const apply = (modelIds: readonly string[]) => {
    onChange([...modelIds]);
    onDone();
  };
  return (
    <>
      <h2 className="px-2 pb-1 pt-1.5 text-xs text-fg-3">{t("choose", { min: COMPARED_MIN, max: COMPARED_MAX })}</h2>
      <ul>
        {models.map(({ id, name }) => {
          const isOn = draft.includes(id);
          return (
            <li key={id}>
              <label
                htmlFor={`compare-${id}`}
                className="flex min-h-8 items-center gap-2.5 rounded-sm px-2 text-sm hover:bg-muted pointer-coarse:min-h-11"
              >
                <Checkbox
                  id={`compare-${id}`}
                  checked={isOn}
                  disabled={!isOn && draft.length >= COMPARED_MAX}
                  onCheckedChange={(checked) => toggle(id, checked)}
                />
                <span className="min-w-0 truncate">{name}</span>
              </label>
            </li>
          );
        })}
      </ul>
      <div className="mt-2 flex justify-end gap-2 border-t px-1 pt-2">
        {chosen.length > 0 && (
          <Button size="sm" onClick={() => apply([])}>
            {t("off")}
          </Button>
        )}
        <Button size="sm" variant="primary" disabled={draft.length < COMPARED_MIN} onClick={() => apply(draft)}>
          {t("on")}
        </Button>
      </div>
    </>
  );
}
