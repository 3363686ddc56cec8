"use client";

import { useTranslations } from "next-intl";
import { FullState } from "@/components/common/full-state";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { Spinner } from "@/components/ui/spinner";
import type { DrawingDto, PictureDto } from "@/lib/features/drawing/dto";
import { useDrawingActions } from "@/lib/features/drawing/hooks";
import { pictureContent } from "@/lib/features/drawing/paths";
import { isOpenDrawing, type TreeNode } from "@/lib/features/drawing/tree";
import { useSeconds } from "../versions/use-seconds";
import { useFailureText } from "../versions/version-tree";

interface WaitingProps {
  node: TreeNode | null;
  /** What is being changed. */
  from: PictureDto | null;
  isLoading: boolean;
}

/** In the place of a picture: what is being drawn, why nothing came of it, or that nothing was asked for yet. */
export function Waiting({ node, from, isLoading }: WaitingProps) {
  const t = useTranslations("drawing");
  if (isLoading) return <Skeleton className="m-4 min-h-0 flex-1" />;
  if (!node)
    return (
      <div className="flex min-h-0 flex-1 overflow-auto bg-subtle">
        <FullState kind="empty" title={t("stage.emptyTitle")} description={t("stage.empty")} />
      </div>
    );
  return isOpenDrawing(node.drawing) ? (
    <UnderWay drawing={node.drawing} from={from} />
  ) : (
    <Failed drawing={node.drawing} />
  );
}

function UnderWay({ drawing, from }: { drawing: DrawingDto; from: PictureDto | null }) {
  const t = useTranslations("drawing.running");
  const seconds = useSeconds(drawing.createdAt);
  const { cancel } = useDrawingActions();
  const [width = 1, height = 1] = (drawing.size ?? "").split("x").map(Number);
  return (
    <div className="grid min-h-0 flex-1 place-items-center bg-subtle p-6">
      <div
        className="relative grid max-h-full w-full max-w-120 place-items-center overflow-hidden rounded-lg border border-dashed border-border-strong bg-background p-6"
        style={{ aspectRatio: width > 0 && height > 0 ? `${width} / ${height}` : "1" }}
      >
        {from && (
          // biome-ignore lint/performance/noImgElement: an own file behind a permission
          <img src={pictureContent(from.id)} alt="" className="absolute inset-0 size-full object-cover opacity-30" />
        )}
        <div className="relative flex flex-col items-center gap-3 rounded-md bg-background px-6 py-4 text-center">
          <Spinner size={22} />
          <p role="status" className="font-medium">
            {drawing.status === "waiting" ? t("waiting") : t("title")}
          </p>
          <p aria-hidden className="tnum text-sm text-fg-3">
            {t("seconds", { seconds })}
          </p>
          <p className="max-w-80 text-sm text-fg-3">{t("leave")}</p>
          <Button loading={cancel.isPending} onClick={() => cancel.mutate(drawing.id)}>
            {t("cancel")}
          </Button>
        </div>
      </div>
    </div>
  );
}

/** Charged to nobody: failed and cancelled calls give the day's pictures back. */
function Failed({ drawing }: { drawing: DrawingDto }) {
  const t = useTranslations("drawing.failed");
  const failureText = useFailureText();
  const { retry } = useDrawingActions();
  const isCancelled = drawing.status === "cancelled";
  return (
    <div className="flex min-h-0 flex-1 overflow-auto bg-subtle">
      <FullState
        kind={isCancelled ? "empty" : "error"}
        role="alert"
        title={isCancelled ? t("cancelled") : t("title")}
        description={
          <>
            {!isCancelled && <span className="block">{failureText(drawing.failure)}</span>}
            {!wasCharged(drawing) && <span className="mt-1 block">{t("returned")}</span>}
          </>
        }
        actions={
          <Button variant="primary" loading={retry.isPending} onClick={() => retry.mutate(drawing.id)}>
            {t("retry")}
          </Button>
        }
      />
    </div>
  );
}

/** The supplier made pictures, or may have: of these the day knows. */
const CHARGED = new Set(["drawingInterrupted", "pictureUnchecked", "pictureUnreadable"]);
const wasCharged = ({ failure }: DrawingDto) => CHARGED.has(failure ?? "");
