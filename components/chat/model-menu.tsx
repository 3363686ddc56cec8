"use client";

import { useTranslations } from "next-intl";
import { type ReactElement, useState } from "react";
import { Badge } from "@/components/ui/badge";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import type { ChatModelDto } from "@/lib/features/chat/dto";

interface ModelMenuProps {
  trigger: ReactElement;
  models: readonly ChatModelDto[];
  defaultId: string | null;
  value: string;
  onChange: (id: string) => void;
}

/** Models by supplier. Opens at once: it is mounted by the press that asked for it. */
export function ModelMenu({ trigger, models, defaultId, value, onChange }: ModelMenuProps) {
  const t = useTranslations("chat.composer");
  const [open, setOpen] = useState(true);
  const groups = Map.groupBy(models, (model) => (model.builtin ? t("builtin") : model.supplier));
  return (
    <DropdownMenu open={open} onOpenChange={setOpen}>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="start" side="top" className="max-h-96 w-72 overflow-y-auto">
        <DropdownMenuRadioGroup value={value} onValueChange={onChange}>
          {[...groups].map(([supplier, entries]) => (
            <div key={supplier}>
              <DropdownMenuLabel>{supplier}</DropdownMenuLabel>
              {entries.map((model) => (
                <DropdownMenuRadioItem key={model.id} value={model.id}>
                  <span className="flex min-w-0 items-center gap-2">
                    <span className="truncate">{model.name}</span>
                    {model.id === defaultId && <Badge>{t("default")}</Badge>}
                  </span>
                </DropdownMenuRadioItem>
              ))}
            </div>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
