"use client";

import { RadioGroup as Primitive } from "radix-ui";
import { type ReactNode, useId } from "react";
import { useController } from "react-hook-form";
import { useNamedField } from "./named-fields";

interface IconFieldProps<Icon extends string> {
  label: string;
  icons: readonly Icon[];
  /** What a picture is called. */
  nameOf: (icon: Icon) => string;
  draw: (icon: Icon) => ReactNode;
}

/** The picture of a thing, one of a few; the field `icon` of the form around it. */
export function IconField<Icon extends string>({ label, icons, nameOf, draw }: IconFieldProps<Icon>) {
  const id = useId();
  const { field } = useController<{ icon: string }, "icon">({ name: "icon" });
  useNamedField("icon", { label, show: (icon) => nameOf(icon as Icon) });
  return (
    <fieldset>
      <legend id={id} className="mb-1.5 text-sm">
        {label}
      </legend>
      <Primitive.Root
        aria-labelledby={id}
        value={field.value}
        onValueChange={field.onChange}
        className="flex flex-wrap gap-1.5"
      >
        {icons.map((icon) => (
          <Primitive.Item
            key={icon}
            value={icon}
            aria-label={nameOf(icon)}
            data-tooltip={nameOf(icon)}
            className="rounded-md p-1 ring-primary data-[state=checked]:ring-2 pointer-coarse:p-2"
          >
            {draw(icon)}
          </Primitive.Item>
        ))}
      </Primitive.Root>
    </fieldset>
  );
}
