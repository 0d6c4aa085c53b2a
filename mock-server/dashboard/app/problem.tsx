/** What went wrong; it stays until it is closed. */
export const Problem = (props: { readonly text: string; readonly close?: (() => void) | undefined }) => (
  <p class="problem" role="alert">
    <span class="grow">
      <bdi>{props.text}</bdi>
    </span>
    {props.close && (
      <button type="button" class="quiet" aria-label="Close the error" onClick={props.close}>
        ✕
      </button>
    )}
  </p>
)
