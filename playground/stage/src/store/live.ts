// Values that effects follow.

import { computed, signal, type ReadonlySignal } from "@preact/signals-core";

/** A class whose objects have these values at first. Effects follow what they read of an object. */
export function live<State extends object>(initial: State) {
  return function (this: object) {
    for (const [name, value] of Object.entries(initial as Record<string, unknown>)) {
      const each = signal(value);
      Object.defineProperty(this, name, {
        enumerable: true,
        get: () => each.value,
        set: (next: unknown) => {
          each.value = next;
        },
      });
    }
  } as unknown as new () => State;
}

/** Let getters of a class compute their values anew only when something has changed that they have read. */
export function derive<Owner extends object>({ prototype }: { readonly prototype: Owner }, ...names: (keyof Owner)[]) {
  for (const name of names) {
    const described = Object.getOwnPropertyDescriptor(prototype, name);
    const values = new WeakMap<Owner, ReadonlySignal<unknown>>();
    Object.defineProperty(prototype, name, {
      get(this: Owner) {
        const value = values.get(this) ?? computed(() => described?.get?.call(this) as unknown);
        values.set(this, value);
        return value.value;
      },
    });
  }
}
