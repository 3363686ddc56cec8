"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ErrorState } from "@/components/common/error-state";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { reportFailure } from "@/lib/client/report-failure";
import { toast } from "@/lib/client/toast";
import type { DrawingDto, DrawingOptionsDto, PictureDto } from "@/lib/features/drawing/dto";
import type { DrawingPlace } from "@/lib/features/drawing/filter";
import { uploadInput, useDrawingActions } from "@/lib/features/drawing/hooks";
import { bodyOf, type DrawingSettings, FIRST_SETTINGS, fittedTo, settingsOf } from "@/lib/features/drawing/settings";
import { InstructionBar } from "./canvas/instruction-bar";
import { maskFile } from "./canvas/mask-layer";
import { Stage } from "./canvas/stage";
import { useMask } from "./canvas/use-mask";
import { Waiting } from "./canvas/waiting";
import { Strip } from "./gallery/strip";
import { NoModel } from "./panel/no-model";
import { OptionsPanel } from "./panel/options-panel";
import { PhoneComposer } from "./panel/phone-composer";
import type { useCurrent } from "./use-current";
import { useLimit } from "./use-limit";
import { useOpenDrawings } from "./use-open-drawings";
import { Record } from "./versions/record";
import { VersionRow } from "./versions/version-row";
import { VersionTree } from "./versions/version-tree";

interface DrawingCanvasProps {
  options: DrawingOptionsDto;
  current: ReturnType<typeof useCurrent>;
  folderId: string | null;
  /** Name of the folder in view. */
  heading: string;
  mayConnect: boolean;
  onPicture: (picture: PictureDto) => void;
  go: (patch: Partial<DrawingPlace>) => void;
}

/** Options, the picture, its versions, and one's pictures below them. */
export function DrawingCanvas({ options, current, folderId, heading, mayConnect, onPicture, go }: DrawingCanvasProps) {
  const t = useTranslations("drawing");
  const [kept, setKept] = useState<DrawingSettings>(FIRST_SETTINGS);
  const [isEditing, setEditing] = useState(false);
  const [sheet, setSheet] = useState<"tree" | "options" | null>(null);
  const { picture, node, nodes, waiting, before } = current;
  const model = options.models.find(({ id }) => id === kept.modelId) ?? options.models[0] ?? null;
  const settings = model ? fittedTo({ ...kept, modelId: model.id }, model.options) : kept;
  const mask = useMask(picture?.id ?? null, picture ? picture.height / picture.width : 1);
  const limit = useLimit(options.limit);
  const { begin } = useDrawingActions();
  const running = useOpenDrawings();
  const isMasked = mask.share > 0;

  const start = async (
    more: Pick<Parameters<typeof begin.mutateAsync>[0], "parentId" | "maskFileId"> & { prompt?: string },
  ) => {
    const { prompt = settings.prompt, ...rest } = more;
    const body = { ...bodyOf({ ...settings, prompt }), folderId: folderId === "none" ? null : folderId };
    const begun = await begin.mutateAsync({ ...body, ...rest, key: crypto.randomUUID() }).catch(() => null);
    if (begun) go({ tree: begun.rootId, drawing: begun.id, picture: null });
    return begun !== null;
  };
  const draw = () => {
    if (begin.isPending || settings.prompt.trim() === "" || limit.refusal(settings.count)) return;
    setSheet(null);
    void start({});
  };
  const repaint = async (instruction: string): Promise<boolean> => {
    if (!picture) return false;
    try {
      const file = isMasked ? await maskFile(mask.mask.strokes, picture.width, picture.height) : null;
      const maskFileId = file ? (await uploadInput(file)).id : undefined;
      const isBegun = await start({ prompt: instruction, parentId: picture.id, maskFileId });
      if (isBegun) {
        mask.forget();
        setEditing(false);
      }
      return isBegun;
    } catch (error) {
      reportFailure(error);
      return false;
    }
  };
  const use = (drawing: DrawingDto) => {
    setKept(settingsOf(drawing));
    setSheet(null);
    toast.success(t("record.used"));
  };
  const showDrawing = (drawing: DrawingDto) => go({ tree: drawing.rootId, drawing: drawing.id, picture: null });
  const panel = model && (
    <OptionsPanel
      settings={settings}
      model={model}
      options={options}
      onChange={setKept}
      isSecond={isMasked}
      isBusy={begin.isPending}
      onDraw={draw}
    />
  );
  const versions = (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="min-h-0 flex-1 overflow-y-auto">
        {nodes.length > 0 ? (
          <VersionTree
            nodes={nodes}
            pictureId={picture?.id ?? null}
            drawingId={waiting?.drawing.id ?? null}
            onPicture={onPicture}
            onDrawing={showDrawing}
          />
        ) : (
          <>
            <h2 className="px-4 pt-3 pb-2 text-sm font-semibold">{t("tree.title")}</h2>
            <p className="px-4 text-sm text-fg-3">{t("tree.empty")}</p>
          </>
        )}
      </div>
      {picture && node && (
        <Record name={node.name} drawing={node.drawing} picture={picture} onUse={() => use(node.drawing)} />
      )}
    </div>
  );
  const showsBar = model?.options.edit === true && (isMasked || isEditing);
  return (
    <div className="flex min-h-0 flex-1 flex-col max-md:overflow-y-auto">
      <div className="flex min-h-0 flex-1 max-md:flex-none">
        <aside aria-label={t("options")} className="flex w-76 shrink-0 flex-col border-r max-md:hidden">
          {panel ?? <NoModel mayConnect={mayConnect} />}
        </aside>
        <section
          aria-label={t("views.canvas")}
          className="flex min-h-0 min-w-0 flex-1 flex-col max-md:h-[56dvh] max-md:w-full max-md:flex-none"
        >
          {current.isFailed && !picture ? (
            <ErrorState description={t("tree.loadFailed")} onRetry={() => void current.query.refetch()} />
          ) : picture ? (
            <Stage
              key={picture.id}
              picture={picture}
              before={before}
              control={mask}
              model={{
                name: model?.name ?? node?.drawing.modelName ?? "",
                edit: model?.options.edit === true,
                mask: model?.options.mask === true,
              }}
              isEditing={isEditing}
              onEdit={() => setEditing(!isEditing)}
              onTree={() => setSheet("tree")}
            >
              {showsBar && (
                <InstructionBar
                  isMasked={isMasked}
                  count={settings.count}
                  left={limit.text}
                  refusal={limit.refusal(settings.count)}
                  isBusy={begin.isPending}
                  onSend={repaint}
                />
              )}
            </Stage>
          ) : (
            <Waiting node={waiting} from={before?.picture ?? null} isLoading={current.isLoading} />
          )}
        </section>
        <aside aria-label={t("tree.title")} className="flex w-74 shrink-0 flex-col border-l max-xl:hidden">
          {versions}
        </aside>
      </div>
      {nodes.length > 0 && (
        <VersionRow
          nodes={nodes}
          pictureId={picture?.id ?? null}
          onPicture={onPicture}
          onDrawing={showDrawing}
          onTree={() => setSheet("tree")}
        />
      )}
      <Strip
        folderId={folderId}
        heading={heading}
        pictureId={picture?.id ?? null}
        onPicture={onPicture}
        onAll={() => go({ view: "gallery", keyword: "" })}
        running={running}
        onRunning={({ id, rootId }) => go({ tree: rootId, drawing: id, picture: null })}
      />
      {model && !showsBar && (
        <PhoneComposer
          settings={settings}
          limit={limit}
          isBusy={begin.isPending}
          onChange={setKept}
          onOptions={() => setSheet("options")}
          onDraw={draw}
        />
      )}
      <Sheet open={sheet !== null} onOpenChange={(isOpen) => !isOpen && setSheet(null)}>
        {sheet !== null && (
          <SheetContent title={sheet === "tree" ? t("tree.title") : t("options")} className="flex flex-col">
            {/* Both have edges of their own. */}
            <div className="-m-5 flex min-h-0 flex-1 flex-col">{sheet === "tree" ? versions : panel}</div>
          </SheetContent>
        )}
      </Sheet>
    </div>
  );
}
