"use client";

import { useCallback } from "react";
import { baseChatHref, dataSetHref } from "@/lib/features/knowledge/paths";
import { useScreens } from "./screens";

/** Where a base is opened: its files for those who manage it, else the conversation with it; null where there is neither. */
export function useBaseHref(): (base: { id: string; mayManage?: boolean }) => string | null {
  const hasFiles = useScreens(["/knowledge-center/kb-config-information/data-set"]).length > 0;
  const hasChat = useScreens(["/knowledge-center/kb-chat"]).length > 0;
  return useCallback(
    ({ id, mayManage = true }) => {
      if (mayManage && hasFiles) return dataSetHref(id);
      return hasChat ? baseChatHref(id) : null;
    },
    [hasFiles, hasChat],
  );
}
