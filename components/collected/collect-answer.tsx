import { lazy } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import type { ChatMessageDto } from "@/lib/stream/message-dto";

const CollectButton = lazy(() => import("./collect-button").then((module) => ({ default: module.CollectButton })));

/** Keeps an answer among one's collections; loaded behind the answer it stands under. */
export function CollectAnswer({ message }: { message: ChatMessageDto }) {
  return (
    <LazyBoundary fallback={<span className="size-7" />}>
      <CollectButton kind="answer" refId={message.id} />
    </LazyBoundary>
  );
}
