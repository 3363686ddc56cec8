"use client";

import { Library, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/lib/client/toast";
import type { BasePart } from "@/lib/conversation/client/question";
import { BASES_MAX } from "@/lib/features/chat/limits";
import type { Mention } from "@/lib/palette/finder";
import type { ChatMessageDto } from "@/lib/stream/message-dto";

const basesOf = ({ parts }: ChatMessageDto) => parts.filter((part) => part.type === "base" && part.name !== "");

interface ChatBasesInput {
  /** The question that is asked differently: the bases it was put to stay chosen. */
  edited: ChatMessageDto | null;
  items: readonly ChatMessageDto[];
  onRemoved: () => void;
}

/** The knowledge bases the next questions of a chat are put to, until they are taken out again. */
export function useChatBases({ edited, items, onRemoved }: ChatBasesInput) {
  const t = useTranslations("chat.bases");
  const [bases, setBases] = useState<readonly BasePart[]>([]);
  const [editedId, setEditedId] = useState<string | null>(null);
  if (edited && edited.id !== editedId) {
    setEditedId(edited.id);
    setBases(basesOf(edited) as BasePart[]);
  } else if (!edited && editedId !== null) setEditedId(null);
  const names = useMemo(
    () => new Map(items.flatMap((item) => (basesOf(item) as BasePart[]).map(({ baseId, name }) => [baseId, name]))),
    [items],
  );
  const add = ({ id, label }: Mention) => {
    if (bases.some(({ baseId }) => baseId === id)) return;
    if (bases.length >= BASES_MAX) toast.warning(t("many", { max: BASES_MAX }));
    else setBases([...bases, { type: "base", baseId: id, name: label }]);
  };
  return {
    bases,
    add,
    /** By id, of all that questions in view were put to. */
    names,
    list: bases.length > 0 && (
      <ul aria-label={t("with")} className="flex flex-wrap gap-1.5">
        {bases.map(({ baseId, name }) => (
          <li
            key={baseId}
            className="flex max-w-full items-center gap-1.5 rounded-md bg-primary-soft py-0.5 pr-1 pl-2.5 text-primary-ink text-sm"
          >
            <Library aria-hidden size={14} strokeWidth={1.75} className="shrink-0" />
            <span className="min-w-0 truncate">{name}</span>
            <IconButton
              icon={X}
              size={24}
              iconSize={13}
              label={t("remove", { name })}
              onClick={() => {
                setBases(bases.filter((one) => one.baseId !== baseId));
                onRemoved();
              }}
            />
          </li>
        ))}
      </ul>
    ),
  };
}
