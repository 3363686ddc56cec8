import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { editorsKey, editorsQuery, leaveEditor } from "@/lib/features/apps/hooks";

/** Where somebody stands is told so long after they went there, milliseconds: not at every node on the way. */
const PAUSE_MS = 600;

/** Who else has this editor open, told by a heartbeat while it is in view; `stand` says which node this person is at. */
export function useEditors(appId: string) {
  const client = useQueryClient();
  const at = useRef<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { data } = useQuery(editorsQuery(appId, () => at.current));
  const stand = useCallback(
    (nodeId: string | null) => {
      if (at.current === nodeId) return;
      at.current = nodeId;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void client.invalidateQueries({ queryKey: editorsKey(appId) }), PAUSE_MS);
    },
    [client, appId],
  );
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      // The others would see this person for some time yet; it is no failure of theirs.
      leaveEditor(appId).catch(() => undefined);
    },
    [appId],
  );
  return { ...data, stand };
}
