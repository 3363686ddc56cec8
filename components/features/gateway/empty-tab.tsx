"use client";

import { CreateButton } from "@/components/common/create-button";
import { EmptyState } from "@/components/common/empty-state";

interface EmptyTabProps {
  t: (key: "empty.title" | "empty.description" | "empty.action") => string;
  onCreate: () => void;
}

/** A list of the gateway that has nothing yet, and the way to its first entry. */
export function EmptyTab({ t, onCreate }: EmptyTabProps) {
  return (
    <EmptyState
      title={t("empty.title")}
      description={t("empty.description")}
      action={<CreateButton label={t("empty.action")} onCreate={onCreate} />}
    />
  );
}
