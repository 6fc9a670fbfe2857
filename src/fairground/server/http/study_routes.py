"""The REST routes of study rooms."""

from typing import Annotated

from litestar import get, post
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter

from fairground.server.backend import Backend
from fairground.server.errors import Refusal
from fairground.server.http.addresses import address_of
from fairground.server.http.routes import Web, problems
from fairground.server.studies.registry import StudyRegistry
from fairground.server.study_wire import NewStudy, StudyCreated, StudyFile

StudyName = Annotated[str, PathParameter(max_length=32, description="The study's name.")]
NO_STUDIES = "this server has no study rooms"


@post("/api/studies", responses=problems(404, 409, 413, 415))
async def create_study(data: JSONBody[NewStudy], request: Web, state: State) -> StudyCreated:
    """Make a study room of a match that is over. The key in the answer is not available later."""
    return await studies_of(state.backend).create(data, address_of(request.scope))


@get("/api/studies/{study:str}", responses=problems(404))
async def study_file(study: StudyName, state: State) -> StudyFile:
    """A study as a file: the record with its comments and side lines."""
    return await studies_of(state.backend).file(study)


def studies_of(backend: Backend) -> StudyRegistry:
    """Return the study rooms of a server; Refusal if it has none."""
    if backend.studies is None:
        raise Refusal(NO_STUDIES, 404)
    return backend.studies


STUDY_ROUTES = [create_study, study_file]
