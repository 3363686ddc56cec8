"use client";

import { useQuery } from "@tanstack/react-query";
import { Star } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";
import { confirm } from "@/lib/client/dialogs";
import { toast } from "@/lib/client/toast";
import { collectedStateQuery, useCollect } from "@/lib/collected/hooks";
import type { Collectable } from "@/lib/collected/limits";

interface CollectButtonProps {
  kind: Collectable;
  /** The answer's message, the document, the prompt. */
  refId: string;
  /** Tells apart the buttons of a list. */
  name?: string;
  size?: 24 | 28 | 32;
  className?: string;
}

/**
 * Keeps something among one's collections, or takes it back (spec M2). Buttons of one screen ask for their state in one
 * call; who may not collect sees none.
 */
export function CollectButton({ kind, refId, name, size, className }: CollectButtonProps) {
  const t = useTranslations("common.collect");
  const { data: state, isError } = useQuery(collectedStateQuery(kind, refId));
  const { add, remove } = useCollect(kind, refId);
  const isBusy = add.isPending || remove.isPending || state === undefined;
  if (isError) return null;

  const handleClick = async () => {
    if (isBusy) return;
    if (!state) return add.mutate(undefined, { onSuccess: () => toast.success(t("added")) });
    // A note was written by hand: it must not go by a slip of the finger.
    const agreed =
      !state.hasNote ||
      (await confirm({
        title: t("removeTitle"),
        description: t("removeText"),
        okButton: t("remove"),
        destructive: true,
      }));
    if (agreed) remove.mutate(state.id, { onSuccess: () => toast.success(t("removed")) });
  };
  return (
    <IconButton
      icon={Star}
      iconSize={15}
      size={size}
      label={name ? t("labelOf", { name }) : t("label")}
      active={Boolean(state)}
      aria-disabled={isBusy || undefined}
      className={className}
      onClick={handleClick}
    />
  );
}
