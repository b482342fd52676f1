"""Rare connecting words and phrases, and the plain one that says the same."""

from __future__ import annotations

from engine.methods.style.tables.pairs import pairs

_ANYWHERE = """
whilst=while whereas=while amongst=among amidst=amid unto=to once_upon_a_time=once_upon_a_time upon=on
albeit=though although=though even_though=though despite_the_fact_that=though
in_spite_of_the_fact_that=though in_spite_of=despite furthermore=also moreover=also additionally=also
perhaps=maybe regarding=about as_regards=about with_regard_to=about with_regards_to=about
with_respect_to=about in_regard_to=about in_regards_to=about in_order_to=to so_as_to=to
due_to_the_fact_that=because owing_to_the_fact_that=because in_view_of_the_fact_that=because
at_this_point_in_time=now at_the_present_time=now currently=now in_the_event_that=if for_the_purpose_of=for
prior_to=before subsequent_to=after subsequently=later by_means_of=by a_great_deal_of=a_lot_of
lots_of=a_lot_of plenty_of=a_lot_of a_large_number_of=many numerous=many a_number_of=several
the_majority_of=most utilize=use utilizes=uses utilized=used utilizing=using commence=begin commenced=began
approximately=about anyhow=anyway anyways=anyway for_instance=for_example w/o=without w/=with
inasmuch_as=since insofar_as=as_far_as until_such_time_as=until obviously=clearly evidently=clearly
extremely=very exceedingly=very merely=only solely=only nowadays=today each_and_every=every
"""
_AT_BEGINNING = """
therefore=so thus=so hence=so consequently=so as_a_result=so nevertheless=still nonetheless=still
in_addition=also besides=also
"""

PLAIN = pairs(_ANYWHERE) | {"e.g.": "for example", "i.e.": "that is", "viz.": "namely"}
"""The same wherever they stand."""
PLAIN_AT_BEGINNING = pairs(_AT_BEGINNING)
"""The same at the beginning of a sentence, before a comma."""
