import { useTranslations } from "next-intl";
import { useCallback } from "react";
import type { FlowNode } from "@/lib/features/apps/workflow/graph";
import { APPROVED, ELSE_HANDLE, ERROR_HANDLE, REJECTED } from "@/lib/features/apps/workflow/outputs";

/** What the branches of nodes are called; the usual way has no name. */
export function useBranchName(): (node: FlowNode, handle: string | null | undefined) => string {
  const t = useTranslations("apps-flow.branch");
  return useCallback(
    (node, handle) => {
      if (handle === null || handle === undefined) return "";
      if (handle === ERROR_HANDLE) return t("error");
      if (node.type === "condition") {
        const index = node.data.branches.findIndex(({ id }) => id === handle);
        if (index >= 0) return node.data.branches[index]!.name || t("numbered", { number: index + 1 });
        if (handle === ELSE_HANDLE) return t("else");
      }
      if (node.type === "classifier") {
        const index = node.data.classes.findIndex(({ id }) => id === handle);
        if (index >= 0) return node.data.classes[index]!.name || t("classNumbered", { number: index + 1 });
      }
      if (node.type === "human" && handle === APPROVED) return t("approved");
      if (node.type === "human" && handle === REJECTED) return t("rejected");
      return handle;
    },
    [t],
  );
}
