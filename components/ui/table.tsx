import type { ComponentProps } from "react";
import { cn } from "./cn";

export function Table({ className, ...rest }: ComponentProps<"table">) {
  return <table {...rest} className={cn("w-full border-separate border-spacing-0 text-sm", className)} />;
}

export function TableHead({ className, ...rest }: ComponentProps<"th">) {
  return (
    <th
      scope="col"
      {...rest}
      className={cn(
        "h-9 break-keep border-b bg-subtle px-3 text-left text-xs font-medium text-fg-3 first:pl-5 last:pr-5",
        className,
      )}
    />
  );
}

export function TableRow({ className, ...rest }: ComponentProps<"tr">) {
  return <tr {...rest} className={cn("group hover:bg-subtle", className)} />;
}

export function TableCell({ className, ...rest }: ComponentProps<"td">) {
  return <td {...rest} className={cn("h-11 border-b px-3 py-1 first:pl-5 last:pr-5", className)} />;
}
