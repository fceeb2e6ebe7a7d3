// The words of an error.
export const reason = (fault: unknown) => (fault instanceof Error ? fault.message : String(fault));
