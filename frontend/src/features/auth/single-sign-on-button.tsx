import type { SingleSignOnView } from '@gmb-moments/backend/contract/single-sign-on';
import { Button } from 'antd';
import { useEffect } from 'react';
import { reasonOf } from '../../lib/http';
import { useToastMutation } from '../../lib/toast-mutation';
import { beginSignIn } from '../../records/single-sign-on';

interface SingleSignOnButtonProps {
  way: SingleSignOnView;
  /** Path of the page to open afterwards. */
  to?: string;
}

/** Redirects to the provider's sign-in page. */
export function SingleSignOnButton({ way, to = '/' }: SingleSignOnButtonProps) {
  const begin = useToastMutation({
    mutationFn: () => beginSignIn(to),
    failure: (error) => ['Login failed', reasonOf(error)],
    onSuccess: ({ address }) => window.location.assign(address),
  });
  const { reset } = begin;
  // The Back button may restore this page from the browser's cache, with the button still loading.
  useEffect(() => {
    const reuse = ({ persisted }: PageTransitionEvent) => persisted && reset();
    window.addEventListener('pageshow', reuse);
    return () => window.removeEventListener('pageshow', reuse);
  }, [reset]);
  return (
    <Button
      type={way.isOnly ? 'primary' : 'default'}
      size="large"
      block
      loading={begin.isPending || begin.isSuccess}
      onClick={() => begin.mutate()}
    >
      <span className="ellipsis">{way.name}</span>
    </Button>
  );
}
