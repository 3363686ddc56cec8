"use client";

import { SquareDashed } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import type { MaskControl } from "./use-mask";

const CORNERS = ["left", "top", "right", "bottom"] as const;

/** Marks a rectangle by its corners: what the brush does, without a pointer. */
export function RegionButton({ control, disabled }: { control: MaskControl; disabled: boolean }) {
  const t = useTranslations("drawing");
  const id = useId();
  const [corners, setCorners] = useState<[number, number, number, number]>([25, 25, 75, 75]);
  const [left, top, right, bottom] = corners;
  const isPossible =
    corners.every((value) => Number.isFinite(value) && value >= 0 && value <= 100) && left < right && top < bottom;
  return (
    <Popover>
      <PopoverTrigger asChild>
        <IconButton icon={SquareDashed} size={32} label={t("tools.region")} disabled={disabled} />
      </PopoverTrigger>
      <PopoverContent className="w-72 p-4" aria-label={t("region.title")}>
        <p className="font-medium">{t("region.title")}</p>
        <p className="mt-1 text-xs text-fg-3">{t("region.text")}</p>
        <div className="mt-3 grid grid-cols-2 gap-3">
          {CORNERS.map((corner, index) => (
            <Field key={corner} id={`${id}-${corner}`} label={t(`region.${corner}`)}>
              <Input
                id={`${id}-${corner}`}
                type="number"
                min={0}
                max={100}
                suffix="%"
                invalid={!isPossible}
                value={Number.isFinite(corners[index]) ? corners[index] : ""}
                onChange={({ target }) =>
                  setCorners(
                    corners.map((value, at) => (at === index ? target.valueAsNumber : value)) as typeof corners,
                  )
                }
              />
            </Field>
          ))}
        </div>
        {!isPossible && <p className="mt-2 text-xs text-danger-ink">{t("region.wrong")}</p>}
        <div className="mt-4 flex gap-2">
          <Button variant="primary" disabled={!isPossible} onClick={() => control.region(corners, false)}>
            {t("region.add")}
          </Button>
          <Button disabled={!isPossible} onClick={() => control.region(corners, true)}>
            {t("region.erase")}
          </Button>
        </div>
      </PopoverContent>
    </Popover>
  );
}
