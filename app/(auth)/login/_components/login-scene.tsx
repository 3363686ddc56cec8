import { getTranslations } from "next-intl/server";

const PARALLELS = [-260, -130, 0, 130, 260];
const half = (y: number) => Math.round(Math.sqrt(1 - (y / 390) ** 2) * 345);

interface LoginSceneProps {
  /** A picture of the organisation's own in place of ours. */
  imageUrl: string | null;
  tagline: string;
}

/** The picture beside the form: an answer that leads back to its passage. Decoration, so hidden from assistive technology. */
export async function LoginScene({ imageUrl, tagline: written }: LoginSceneProps) {
  const t = await getTranslations("auth.scene");
  const tagline = written || (await getTranslations("common"))("tagline");
  if (imageUrl) {
    return (
      <aside aria-hidden className="relative hidden flex-1 overflow-hidden border-l bg-canvas md:block">
        {/* biome-ignore lint/performance/noImgElement: a picture of our own, cut to whatever the window leaves */}
        <img alt="" src={imageUrl} className="absolute inset-0 size-full object-cover" />
        {written && (
          <p className="absolute inset-x-10 bottom-10 mx-auto w-fit max-w-full truncate rounded-md bg-background/90 px-6 py-3 text-xl font-semibold">
            {written}
          </p>
        )}
      </aside>
    );
  }
  return (
    <aside aria-hidden className="relative hidden flex-1 overflow-hidden border-l bg-canvas md:block">
      <svg
        aria-hidden
        className="absolute inset-0 size-full opacity-55"
        viewBox="0 0 880 900"
        preserveAspectRatio="xMidYMid slice"
        fill="none"
        stroke="var(--border-strong)"
      >
        {[60, 150, 245, 345].map((radius) => (
          <ellipse key={radius} cx="440" cy="450" rx={radius} ry="390" />
        ))}
        <path d="M440 0V900" />
        {PARALLELS.map((y) => (
          <path key={y} d={`M${440 - half(y)} ${450 + y}H${440 + half(y)}`} />
        ))}
      </svg>
      <div className="absolute left-1/2 top-1/2 w-175 -translate-x-1/2 -translate-y-1/2 max-xl:scale-75 max-lg:scale-[0.52]">
        <div className="relative h-113">
          <div className="absolute right-0 top-0 flex h-107.5 w-82 flex-col overflow-hidden rounded-xs border bg-paper px-8 pt-8 font-(family-name:--font-document) text-[13px] leading-6 text-fg-2 shadow-lg">
            <div className="mb-4 text-center text-[15px] font-semibold text-fg">{t("documentTitle")}</div>
            <p className="mb-2.5">{t("before")}</p>
            <p className="mb-2.5">
              {t("citedStart")}
              <mark className="bg-evidence-strong/70 px-0.5 text-fg">{t("cited")}</mark>
              {t("citedEnd")}
            </p>
            <p className="mb-2.5">{t("after")}</p>
            <p className="mb-2.5">{t("last")}</p>
            <div className="mt-auto pb-4 text-center text-xs text-fg-3">— 3 —</div>
          </div>
          <div className="absolute left-0 top-56.5 w-79 rounded-md border bg-background p-4 shadow-lg">
            <div className="mb-2 text-xs text-fg-3">{t("question")}</div>
            <div className="text-base leading-6">{t("answer")}</div>
            <div className="mt-3 flex items-center gap-2 border-t pt-3 text-xs text-fg-2">
              <span className="grid h-[17px] min-w-[17px] place-items-center rounded-xs bg-evidence-strong text-[11px] font-semibold leading-none text-fg">
                1
              </span>
              {t("source")}
            </div>
          </div>
          <svg aria-hidden className="absolute inset-0" width="700" height="452" fill="none">
            <path d="M316 350 C 362 350, 346 160, 398 160" stroke="var(--evidence-strong)" strokeWidth="1.75" />
            <circle
              cx="316"
              cy="350"
              r="4.5"
              fill="var(--background)"
              stroke="var(--evidence-strong)"
              strokeWidth="1.75"
            />
            <circle cx="400" cy="160" r="4" fill="var(--evidence-strong)" />
          </svg>
        </div>
        <p className="mx-auto mt-8 w-fit bg-canvas px-6 text-center text-xl font-semibold">{tagline}</p>
      </div>
    </aside>
  );
}
