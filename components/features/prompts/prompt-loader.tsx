"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { lazy, type ReactNode, useState } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { LoadingDrawer } from "@/components/common/loading-drawer";
import type { PromptDetail } from "@/lib/features/prompts/dto";
import { type PromptDoor, promptQuery } from "@/lib/features/prompts/hooks";

const PromptFormDrawer = lazy(() =>
  import("./prompt-form-drawer").then((module) => ({ default: module.PromptFormDrawer })),
);

interface PromptLoaderProps {
  door: PromptDoor;
  id: string;
  /** Of the drawer while the prompt is on its way. */
  title: string;
  size?: "large";
  onClose: () => void;
  children: (prompt: PromptDetail, onEdit: () => void) => ReactNode;
}

/** The drawer of a prompt once it is there, or its form while it is changed. */
export function PromptLoader({ door, id, title, size, onClose, children }: PromptLoaderProps) {
  const t = useTranslations("prompts");
  const { data, isError, refetch } = useQuery(promptQuery(door, id));
  const [isEditing, setIsEditing] = useState(false);
  if (data && isEditing) {
    return (
      <LazyBoundary onFailure={() => setIsEditing(false)}>
        <PromptFormDrawer door={door} prompt={data} type={data.type} onClose={() => setIsEditing(false)} />
      </LazyBoundary>
    );
  }
  if (data) return children(data, () => setIsEditing(true));
  return (
    <LoadingDrawer
      title={title}
      size={size}
      isError={isError}
      gone={t("drawer.gone")}
      onRetry={() => void refetch()}
      onClose={onClose}
    />
  );
}
